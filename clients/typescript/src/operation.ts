/** What the connection must know of an operation. `generated/operations.ts` has them all. */
export interface Operation {
  /** As programs call it: `campaigns.start`. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the root of the server on, parameters in braces. */
  readonly path: string;
  /** The fields of the input that go into the query. */
  readonly query?: readonly string[];
  /** `fields`: what is not in the path or the query is the body. `whole`: the field `body` is. Without it there is none. */
  readonly body?: "fields" | "whole";
  /** The field that holds a file; with it the body is a form. */
  readonly file?: string;
  /** A repetition under the same Idempotency-Key does nothing twice. */
  readonly keyed?: true;
  /** The field of the answer that holds its list; "" where the answer is the list. */
  readonly list?: string;
  readonly paging?: Paging;
}

export type Paging =
  | { readonly kind: "page" }
  | { readonly kind: "offset" }
  /** Fields of the answer, by the field of the next query that takes them. */
  | { readonly kind: "next"; readonly from: Readonly<Record<string, string>> };
