"""How the tables of the review store came to be, step by step; Alembic runs them when a store is opened."""
