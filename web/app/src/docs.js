// The OpenAPI description as a page: every route by tag, with an example of
// what it takes and gives made from the schemas.
const make = (tag, className, ...children) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
};

const doc = await (await fetch("/openapi.json")).json();

function resolve(schema) {
  const name = schema?.$ref?.replace("#/components/schemas/", "");
  return name ? doc.components.schemas[name] : schema;
}

// example is a value of a schema that shows its shape.
function example(schema, depth = 0) {
  const s = resolve(schema);
  if (!s || s === true || depth > 5) return null;
  if (s.default !== undefined) return s.default;
  if (s.enum) return s.enum.join(" | ");
  if (s.oneOf) return example(s.oneOf[0], depth);
  if (s.type === "array") return [example(s.items, depth + 1)];
  if (s.type === "integer" || s.type === "number") return 0;
  if (s.type === "boolean") return false;
  if (s.type === "string") return s.format === "date-time" ? "2026-01-02T03:04:05Z" : "…";
  if (!s.properties) return {};
  return Object.fromEntries(Object.entries(s.properties).map(([k, v]) => [k, example(v, depth + 1)]));
}

function body(title, content) {
  const [kind, media] = Object.entries(content ?? {})[0] ?? [];
  if (!kind) return [];
  const schema = media.schema;
  const nodes = [make("h3", "", `${title} · ${kind}`)];
  if (schema) nodes.push(make("pre", "", JSON.stringify(example(schema), null, 2)));
  return nodes;
}

function route(path, method, op) {
  const node = make(
    "details",
    "",
    make(
      "summary",
      "",
      make("span", "method", method.toUpperCase()),
      make("span", "path", path),
      make("span", "quiet", op.summary),
    ),
  );
  const rows = (op.parameters ?? []).map((p) => {
    const s = p.schema;
    const range = s.maximum !== undefined ? ` ${s.minimum ?? 0}–${s.maximum}` : "";
    const standard = s.default !== undefined ? ` (${s.default})` : "";
    return make(
      "li",
      "",
      make("code", "", p.name),
      ` ${p.in}, ${s.type}${range}${standard}${p.required ? ", required" : ""}. ${p.description ?? ""}`,
    );
  });
  if (rows.length) node.append(make("h3", "", "Parameters"), make("ul", "", ...rows));
  node.append(...body("Takes", op.requestBody?.content));
  for (const [status, answer] of Object.entries(op.responses)) {
    if (status === "default") continue;
    node.append(...body(`Gives ${status}`, answer.content));
    if (!answer.content) node.append(make("h3", "", `Gives ${status}`));
  }
  return node;
}

document.getElementById("about").textContent = `${doc.info.version} · ${doc.info.description}`;
for (const tag of doc.tags) {
  const routes = [];
  for (const [path, methods] of Object.entries(doc.paths)) {
    for (const [method, op] of Object.entries(methods))
      if (op.tags.includes(tag.name)) routes.push(route(path, method, op));
  }
  if (routes.length)
    document.getElementById("docs").append(make("h2", "", tag.name), make("p", "quiet", tag.description), ...routes);
}
