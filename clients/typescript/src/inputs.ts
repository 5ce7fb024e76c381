import type { Routes } from "./generated/types.ts";

export type Route = keyof Routes;

export type Answer<R extends Route> = Routes[R]["answer"];

type ParamsOf<T> = T extends { params: infer P } ? P : unknown;
type QueryOf<T> = T extends { query: infer Q } ? Q : unknown;
/** A form holds one file; the client makes the form. */
type BodyOf<T> = T extends { body: infer B } ? (B extends FormData ? { file: Blob } : B) : unknown;

/** The fields of a route's path, query and body in one object. */
export type Input<R extends Route> = ParamsOf<Routes[R]> & QueryOf<Routes[R]> & BodyOf<Routes[R]>;

/** The rows of an answer: of its field `Field`, or its own where that is empty. */
export type ItemOf<A, Field extends string> = A extends readonly (infer Item)[]
  ? Item
  : A extends Record<Field, readonly (infer Item)[]>
    ? Item
    : never;
