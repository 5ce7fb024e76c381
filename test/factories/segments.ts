import fc from "fast-check";

const field = fc.constantFrom(
  "city",
  "due",
  "owed",
  "`first name`",
  "name",
  "priority",
  "timezone",
  "phone_number",
  "nothing",
);
const text = fc.constantFrom('"Berlin"', '"12"', '"a \\"b\\" \\\\"', '""', '"Ö🙂"', '"+491"');
const number = fc.constantFrom("0", "12", "-3.5", "12.50", "9");
const day = fc.constantFrom("today", "tomorrow", "in 3 days", "2 days ago", '"2026-12-01"', "yesterday");
const sign = fc.constantFrom("=", "!=", "<", "<=", ">", ">=");

const comparison = fc.oneof(
  fc.tuple(field, fc.constantFrom("=", "!="), text).map((parts) => parts.join(" ")),
  fc.tuple(field, sign, fc.oneof(number, day)).map((parts) => parts.join(" ")),
  fc
    .tuple(field, fc.array(fc.oneof(text, number, day), { minLength: 1, maxLength: 3 }))
    .map(([name, values]) => `${name} in (${values.join(", ")})`),
  fc
    .tuple(
      field,
      text.filter((each) => each !== '""'),
    )
    .map(([name, part]) => `${name} contains ${part}`),
  field.map((name) => `${name} is empty`),
);

/** An expression of a segment, as people may write it. */
export const segmentExpression: fc.Arbitrary<string> = fc.letrec<{ where: string }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc
      .tuple(tie("where"), fc.constantFrom("and", "or"), tie("where"))
      .map(([one, word, other]) => `(${one} ${word} ${other})`),
    tie("where").map((inner) => `not (${inner})`),
  ),
})).where;

/** Values of attributes: what files and programs give. */
export const attributeValue = fc.constantFrom<unknown>(
  "Berlin",
  "12",
  12,
  12.5,
  -3.5,
  0,
  'a "b" \\',
  "",
  "Ö🙂",
  "2026-12-01",
  "2026-12-01T10:00:00Z",
  "2026-13-01",
  "1e9",
  "12.5000001",
  true,
  null,
  ["Berlin"],
  { city: "Berlin" },
);
