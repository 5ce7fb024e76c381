/** What the API takes and answers: the part of its TypeScript client that is generated from the table of operations. */
export type * from "../../clients/typescript/src/generated/types.ts";
