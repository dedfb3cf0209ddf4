"""Incremental lexical search over one chat's exchanges, in every script.

`card.card_of(exchange)` makes the compact text that is stored beside an exchange,
`index.SearchIndex` is built from such cards alone, so that a cold worker reads no texts.
This file imports nothing: only `index` loads numpy.
"""
