# SPDX-License-Identifier: BSD-3-Clause
"""The site: `make docs` builds it into build-docs/html, and every warning is an error.

What the build writes into the source tree is in docs/generated, which is not kept: pages made from
the program's registries, figures the program draws, pages of the Python and C++ references.
"""

import os
import re
import sys
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path.insert(0, str(DOCS / "_ext"))

project = "fairpca"
author = "the authors of fairpca"
copyright = "the authors of fairpca, BSD-3-Clause"
release = re.search(r'kVersion = "([^"]+)"', (ROOT / "include/fairpca/version.h").read_text())[1]
version = release

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_design",
    "sphinx_copybutton",
    "breathe",
    "mathml",
    "inline_svg",
    "generated_pages",
]
source_suffix = {".rst": "restructuredtext", ".md": "myst-nb"}
exclude_patterns = ["_*", "**/_*", "generated/*.md", "generated/options/*"]  # the last: included
nitpicky = False

# Pages
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist", "attrs_inline"]
myst_heading_anchors = 4
suppress_warnings = [
    # Every header opens the namespace again, and breathe shows it under each.
    "duplicate_declaration.cpp",
]

# Tutorials run at build.
BUILD = Path(os.environ.get("FAIRPCA_DOCS_BUILD", ROOT / "build-docs"))
nb_execution_mode = "cache"
nb_execution_cache_path = str(BUILD / "notebooks")
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_ipywidgets_js = {}
nb_merge_streams = True

# Python
autosummary_generate = True
autodoc_typehints = "none"
autodoc_mock_imports = ["dask", "distributed", "pyspark"]  # read, not run
autodoc_default_options = {"inherited-members": False}
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
numpydoc_xref_param_type = False

# C++
breathe_projects = {"fairpca": str(BUILD / "doxygen" / "xml")}
breathe_default_project = "fairpca"
breathe_show_include = False

# Looks: nothing comes from the network, and formulas are MathML made at build.
html_theme = "pydata_sphinx_theme"
html_title = "fairpca"
html_static_path = ["_static", "generated/static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
templates_path = ["_templates"]
html_theme_options = {
    "header_links_before_dropdown": 8,
    "navbar_align": "left",
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": True,
}
html_context = {"default_mode": "auto"}
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
