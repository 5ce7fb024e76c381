import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Without TLS on a private network, a page that upgrades requests to https would not load its scripts. */
const chooseHeaders = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });

/** Returns the headers that helmet sets on every answer: they depend on nothing in the request. */
const listHeaders = (): [string, string][] => {
  const chosen: [string, string][] = [];
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  Object.assign(response, { setHeader: (...header: [string, string]) => void chosen.push(header) });
  chooseHeaders(response.req, response, () => {});
  return chosen;
};

const headers = listHeaders();

/** Sets helmet's headers, which its own fourteen handlers would choose again for each answer. */
export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of headers) response.setHeader(name, value);
  next();
};
