"""Where a project would keep the fixtures of its own tickets; this one needs none.

The plugin's own tests get pytester from ``addopts`` in pyproject.toml: naming it here would break sessions that
examine this folder's jobs from another project.
"""
