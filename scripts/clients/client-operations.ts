import type { Schema } from "./schema-types.ts";

/** The operations of the API as the generators of clients need them: `read-document.ts` makes them of the OpenAPI document. */
export interface ClientApi {
  /** Of the platform and of every client. */
  version: string;
  /** The named schemas of the document, by name. */
  schemas: Readonly<Record<string, Schema>>;
  /** In the order of the document. */
  operations: readonly ClientOperation[];
}

export interface ClientOperation {
  /** The operationId. */
  id: string;
  /**
   * Where clients have it, in camelCase: `["contacts", "lists", "create"]` is `contacts.lists.create`. The last one names the
   * method, those before it its area. No name is both an area and a method of another one, so that each client may write its areas
   * as objects.
   */
  names: readonly string[];
  /** The area in words, as the document groups operations. */
  tag: string;
  method: HttpMethod;
  /** From the root of the server on, parameters in braces: `/api/v1/campaigns/{campaign_id}/start`. */
  path: string;
  summary: string;
  description: string | null;
  isPublic: boolean;
  /** The scope that a narrowed key needs; null where any key will do. */
  scope: string | null;
  pathFields: readonly Field[];
  queryFields: readonly Field[];
  body: Body | null;
  answer: Answer;
  /** Null: it answers once, with all there is. */
  paging: Paging | null;
  /** The field of the answer that holds a list, where it is the one list in it; "" for an answer that is a list itself. */
  listField: string | null;
  takesIdempotencyKey: boolean;
  /** What its refusals can be, by code, whatever their status. */
  errorCodes: readonly string[];
}

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Names are unique within an operation: path, query and body share one object in every client. */
export interface Field {
  /** As it is sent. */
  name: string;
  required: boolean;
  description: string | null;
  schema: Schema;
}

export interface Body {
  required: boolean;
  /** Of the JSON; null where only a form is taken. */
  schema: Schema | null;
  /** The fields of the JSON; empty where it has none that are named. */
  fields: readonly Field[];
  /** Set where the operation takes a form with a file; it may take JSON instead. */
  file: Field | null;
}

export type Answer =
  | { kind: "json"; schema: Schema }
  /** A page for people. */
  | { kind: "text" }
  /** Bytes, directly or behind a redirect. */
  | { kind: "file"; contentTypes: readonly string[] }
  /** Server-sent events. `schema`: of their data, where the document has it. */
  | { kind: "events"; schema: Schema | null }
  | { kind: "none" };

/** How the next page is asked for. The queries take the names that the document has. */
export type Paging =
  /** `?page=2`, up to the answer's `total_pages`. */
  | { kind: "page" }
  /** `?offset=50`; a page that is not full is the last. */
  | { kind: "offset" }
  /** Fields of the answer go into the next query until they are null: `{ cursor: "next_cursor" }`. */
  | { kind: "next"; from: Readonly<Record<string, string>> };
