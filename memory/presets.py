"""Named sets of parameters, as `compare` files may ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_COURSE_VECTORS = {
    "vectorizer": "tfidf",
    "max_features": 500,
    "stop_words": "english",
    "ngram_range": [1, 2],
}

COURSE: Mapping[str, Mapping[str, Any]] = {
    "window": {"k": 3},
    "nearest": {"k": 3, "metric": "cosine", **_COURSE_VECTORS},
    "clusters": {"n_clusters": 3, "random_state": 42, "n_init": 10, **_COURSE_VECTORS},
}
"""How the course project this one grew from recalled; kept for good, so that its published
results can be reproduced."""

PRESETS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {"course": COURSE}
