import { z } from "zod";

/** A JSON document; the demo checks the few fields that it reads. */
export type Json = Record<string, unknown>;

const anyObject = z.record(z.string(), z.unknown());

export interface DemoClient {
  get(path: string): Promise<Json>;
  post(path: string, body?: object): Promise<Json>;
  put(path: string, body: object): Promise<Json>;
  download(path: string): Promise<Buffer>;
}

/** Calls the API as an integrator would; an error response is thrown with the API's own sentence. */
export const createDemoClient = (baseUrl: string, headers: Record<string, string> = {}): DemoClient => {
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const json = async (method: string, path: string, body?: object): Promise<Json> => {
    return anyObject.parse(JSON.parse((await (await ask(method, path, body)).text()) || "{}"));
  };
  return {
    get: (path) => json("GET", path),
    post: (path, body = {}) => json("POST", path, body),
    put: (path, body) => json("PUT", path, body),
    download: async (path) => Buffer.from(await (await ask("GET", path)).arrayBuffer()),
  };
};

export const readNumber = (json: Json, field: string): number => {
  const value = json[field];
  if (typeof value !== "number") throw new Error(`the answer has no number ${field}`);
  return value;
};

export const readText = (json: Json, field: string): string => {
  const value = json[field];
  if (typeof value !== "string") throw new Error(`the answer has no text ${field}`);
  return value;
};

export const readObject = (json: Json, field: string): Json => {
  const value = json[field];
  if (typeof value !== "object" || value === null) throw new Error(`the answer has no object ${field}`);
  return Object.fromEntries(Object.entries(value));
};
