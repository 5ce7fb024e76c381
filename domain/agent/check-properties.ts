import { isRecord } from "../json/json-value.ts";
import type { PropertySpecification, PropertyType } from "./node-specification.ts";

/** A fault of one value in a node's or edge's data, with the key where it is. */
export interface PropertyFault {
  field: string;
  message: string;
}

type Data = Readonly<Record<string, unknown>>;

const REFERENCE_LENGTH = 255;
const URL_LENGTH = 2_048;

/** Checks data against its description; absent and null mean the same. */
export const checkData = (properties: readonly PropertySpecification[], data: Data): PropertyFault[] => [
  ...properties.flatMap((property) => [
    ...checkProperty(property, data[property.name]),
    ...checkNeed(property, { properties, data }),
  ]),
  ...listUnknownKeys(properties, data).map((field) => ({ field, message: "Unknown field: check its spelling" })),
];

/** Returns the keys that no property has. The rows of a list are checked against the properties of the list. */
export const listUnknownKeys = (properties: readonly PropertySpecification[], data: Data): string[] =>
  Object.keys(data).filter((key) => properties.every(({ name }) => name !== key));

/** Checks a field that the value of another field makes required. */
const checkNeed = (
  { name, display_name, required_if: needed }: PropertySpecification,
  { properties, data }: { properties: readonly PropertySpecification[]; data: Data },
): PropertyFault[] => {
  if (!needed || !(isMissing(data[name]) || data[name] === "")) return [];
  const valueOf = (field: string) => data[field] ?? properties.find((each) => each.name === field)?.default;
  const asking = Object.entries(needed);
  if (!asking.every(([field, values]) => values.includes(valueOf(field)))) return [];
  const reasons = asking.map(([field]) => `${field} is ${String(valueOf(field))}`).join(" and ");
  return [{ field: name, message: `${display_name}: is needed where ${reasons}` }];
};

/** Returns the data without nulls and without keys that its description does not name. */
export const removeUnknownData = (properties: readonly PropertySpecification[], data: Data): Record<string, unknown> =>
  Object.fromEntries(
    properties.flatMap((property) => {
      const value = data[property.name];
      return value === undefined || value === null ? [] : [[property.name, knownValue(property, value)]];
    }),
  );

const knownValue = ({ properties }: PropertySpecification, value: unknown): unknown =>
  properties && Array.isArray(value)
    ? value.map((row: unknown) => (isRecord(row) ? removeUnknownData(properties, row) : row))
    : value;

const checkProperty = (property: PropertySpecification, value: unknown): PropertyFault[] => {
  const fault = (message: string) => [{ field: property.name, message: `${property.display_name}: ${message}` }];
  if (isMissing(value)) return property.required ? fault("is required") : [];
  const message = checks[property.type](property, value);
  if (message) return fault(message);
  return property.required && typeof value === "string" && value.trim() === ""
    ? fault("is required")
    : checkRows(property, value);
};

const checkRows = ({ name, properties }: PropertySpecification, value: unknown): PropertyFault[] => {
  if (!properties || !Array.isArray(value)) return [];
  return value.flatMap((row: unknown, index) =>
    checkData(properties, isRecord(row) ? row : {}).map((fault) => ({
      ...fault,
      field: `${name}.${index}.${fault.field}`,
    })),
  );
};

type Check = (property: PropertySpecification, value: unknown) => string | null;

const checkText: Check = ({ max_length, pattern }, value) => {
  if (typeof value !== "string") return "must be text";
  if (max_length !== undefined && value.length > max_length) return `must have at most ${max_length} characters`;
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return `must match ${pattern}`;
  return null;
};

const checkNumber: Check = ({ min_value, max_value }, value) => {
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number";
  if (min_value !== undefined && value < min_value) return `must be at least ${min_value}`;
  if (max_value !== undefined && value > max_value) return `must be at most ${max_value}`;
  return null;
};

const checkOption: Check = ({ options = [] }, value) =>
  options.some((option) => option.value === value)
    ? null
    : `must be one of ${options.map((option) => option.value).join(", ")}`;

const checkList =
  (rowMessage: string, isRow: (row: unknown) => boolean): Check =>
  ({ max_length }, value) => {
    if (!Array.isArray(value)) return "must be a list";
    if (max_length !== undefined && value.length > max_length) return `must have at most ${max_length} entries`;
    return value.every(isRow) ? null : rowMessage;
  };

const checkUrl: Check = (_property, value) => {
  if (value === "") return null;
  const isWeb =
    typeof value === "string" && value.length <= URL_LENGTH && /^https?:$/.test(URL.parse(value)?.protocol ?? "");
  return isWeb ? null : "must be an address that starts with http:// or https://";
};

const checkJson: Check = ({ json_shape }, value) => {
  if (json_shape === undefined) return null;
  if (!isRecord(value)) return "must be a JSON object";
  const areLists = Object.values(value).every((each) => Array.isArray(each) && each.every(isReference));
  return json_shape === "object" || areLists ? null : "must have a list of names for each tool";
};

const isReference = (value: unknown): boolean => typeof value === "string" && value.length <= REFERENCE_LENGTH;
const checkReference: Check = (_property, value) => (isReference(value) ? null : "must be the id of one");
const checkReferences = checkList("must be a list of ids", isReference);
const isMissing = (value: unknown): boolean => value === undefined || value === null;

const checks: Record<PropertyType, Check> = {
  string: checkText,
  mention_textarea: checkText,
  number: checkNumber,
  boolean: (_property, value) => (typeof value === "boolean" ? null : "must be true or false"),
  options: checkOption,
  fixed_collection: checkList("must be a list of objects", isRecord),
  json: checkJson,
  tool_refs: checkReferences,
  document_refs: checkReferences,
  recording_ref: checkReference,
  credential_ref: checkReference,
  url: checkUrl,
};
