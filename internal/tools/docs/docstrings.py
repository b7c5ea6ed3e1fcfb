"""Prints the public docstrings of a package as JSON: modules with their members."""

import ast
import inspect
import json
import pathlib
import sys


def public(name):
    return name == "__init__" or not name.startswith("_")


def nouns(body):
    found = []
    for node in body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or not public(node.name):
            continue
        doc = ast.get_docstring(node)
        if isinstance(node, ast.ClassDef):
            if doc:
                found.append({"Name": node.name, "Signature": "class " + node.name, "Doc": doc, "Members": nouns(node.body)})
        elif doc:
            signature = f"{node.name}({ast.unparse(node.args)})"
            if node.returns is not None:
                signature += " -> " + ast.unparse(node.returns).strip("'\"")
            found.append({"Name": node.name, "Signature": signature, "Doc": inspect.cleandoc(doc), "Members": []})
    return found


modules = []
root = pathlib.Path(sys.argv[1])
for path in sorted(root.rglob("*.py")):
    parts = [root.name, *path.relative_to(root).with_suffix("").parts]
    if parts[-1] == "__init__":
        parts.pop()
    if not all(public(part) for part in parts):
        continue
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules.append({"Name": ".".join(parts), "Signature": "", "Doc": ast.get_docstring(tree) or "", "Members": nouns(tree.body)})
json.dump(modules, sys.stdout)
