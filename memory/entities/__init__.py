"""Names in texts of any script: people, places, firms, titles, products.

Without a model and without a list of names: by capitals, quotation marks, signs (#, @), and by the
words that stand beside names. Once told as a name, it is known again in any case of its letters.
"""
