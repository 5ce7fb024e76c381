import type { RequestHandler } from "express";
import { HttpError } from "./http-error.ts";
import type { AnyOperation, Method } from "./operation.ts";

/** One path of the API with its operations. */
export interface ServedPath {
  /** In the router's syntax: `/campaigns/:campaign_id`. */
  path: string;
  operations: readonly AnyOperation[];
}

/**
 * Returns every path once, literal ones before those with a parameter in the same place: `/campaigns/create` is not a
 * campaign, for any method.
 */
export const listServedPaths = (operations: readonly AnyOperation[]): ServedPath[] => {
  const byPath = Map.groupBy(operations, ({ path }) => path.replace(/\/$/, ""));
  return [...byPath]
    .map(([path, ofPath]) => ({ path: path.replaceAll(/\{(\w+)\}/g, ":$1"), operations: ofPath }))
    .toSorted((one, other) => sortKey(one) - sortKey(other));
};

/** One binary digit for each part of the path, 1 where it is a parameter; the first part is the most significant. */
const sortKey = ({ path }: ServedPath): number => {
  const parts = path.split("/").slice(1);
  return parts.reduce((key, part, index) => key + (part.startsWith(":") ? 2 ** (MOST_PARTS - index) : 0), 0);
};

const MOST_PARTS = 20;

/** Answers a method that the path does not have, and names those that it has. */
export const refuseOtherMethods = ({ operations }: ServedPath): RequestHandler => {
  const allowed = operations.flatMap(({ method }) => NAMES[method]).join(", ");
  return (request, response) => {
    response.set("Allow", allowed);
    if (request.method === "OPTIONS") return void response.status(204).end();
    throw new HttpError(
      405,
      "method_not_allowed",
      `${request.method} is not done at ${request.originalUrl.split("?")[0]}; what is: ${allowed}`,
    );
  };
};

const NAMES: Readonly<Record<Method, readonly string[]>> = {
  get: ["GET", "HEAD"],
  post: ["POST"],
  put: ["PUT"],
  patch: ["PATCH"],
  delete: ["DELETE"],
};
