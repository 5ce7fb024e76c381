/** Kinds of faults that SCIM names (RFC 7644, 3.12). */
type ScimType =
  | "invalidFilter"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** A request that cannot be carried out, for whoever runs the directory. */
export class ScimFault extends Error {
  override readonly name = "ScimFault";
  readonly status: 400 | 401 | 404 | 409 | 413 | 429;
  readonly scimType: ScimType | undefined;

  constructor(status: ScimFault["status"], sentence: string, scimType?: ScimType) {
    super(sentence);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidValue = (sentence: string): ScimFault => new ScimFault(400, sentence, "invalidValue");
export const invalidPath = (path: string): ScimFault =>
  new ScimFault(400, `The path ${path} is not understood here`, "invalidPath");
export const notFound = (what: "User" | "Group", id: string): ScimFault =>
  new ScimFault(404, `${what} ${id} not found`);
