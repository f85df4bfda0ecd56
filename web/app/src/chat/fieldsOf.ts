// What a question wants to know, from its JSON Schema as far as that is a
// flat object of plain values.
export interface Field {
  name: string;
  label: string;
  kind: "text" | "number" | "boolean" | "choice";
  options: string[];
  required: boolean;
  max?: number;
}

interface Schema {
  type?: unknown;
  title?: unknown;
  description?: unknown;
  enum?: unknown;
  properties?: Record<string, Schema>;
  required?: unknown;
  maxLength?: unknown;
}

/** fieldsOf is empty for what is better answered with a plain text. */
export function fieldsOf(raw: unknown): Field[] {
  const schema = raw as Schema | undefined;
  const properties = Object.entries(schema?.properties ?? {});
  if (properties.length === 1 && properties[0]?.[0] === "text") return [];
  const required = new Set(Array.isArray(schema?.required) ? schema.required : []);
  const fields = properties.map(([name, p]): Field | undefined => {
    const options = Array.isArray(p.enum) ? p.enum.map(String) : [];
    const kind =
      options.length > 0
        ? "choice"
        : p.type === "number" || p.type === "integer"
          ? "number"
          : p.type === "boolean"
            ? "boolean"
            : p.type === "string"
              ? "text"
              : undefined;
    const label = [p.title, p.description, name].find((v): v is string => typeof v === "string" && v !== "") ?? name;
    return (
      kind && {
        name,
        label,
        kind,
        options,
        required: required.has(name),
        max: typeof p.maxLength === "number" ? p.maxLength : undefined,
      }
    );
  });
  return fields.every((f) => f !== undefined) ? fields : [];
}
