"""Those who answer a kind of question that is no form of the table, one file each; `in_order.py` has the order."""
