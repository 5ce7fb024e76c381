import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from "express";
import { KILOBYTE } from "../../../domain/file/bytes.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { findAuthorizationServer, OAuthError, readOAuthAddresses } from "./authorization-server.ts";
import { giveTokens, revokeToken } from "./client-tokens.ts";
import { RedirectedError, signRequest } from "./sign-in-request.ts";
import { registerClient } from "./signing-clients.ts";

/** Where a client that found no authorization server registers itself. */
const USUAL_REGISTRATION_PATH = "/register";
const LARGEST_BODY = 16 * KILOBYTE;

/** The authorization server of the MCP server (OAuth 2.1): metadata, registration, the way to the page of consent, tokens, revocation. */
export const serveOAuth = (dependencies: ApiDependencies, count: RequestHandler): RequestHandler => {
  const router = Router();
  if (findAuthorizationServer(dependencies.config) === null)
    return router.post(USUAL_REGISTRATION_PATH, refuseSignIn(dependencies));
  router.get("/.well-known/oauth-authorization-server", count, (_request, response) => {
    response.json(describeServer(dependencies));
  });
  router.use("/oauth", count, notKept);
  router.get("/oauth/authorize", (request, response) => {
    const signed = signRequest(dependencies, request.query);
    response.redirect(302, `/console/let-in?request=${encodeURIComponent(signed)}`);
  });
  const json = express.json({ limit: LARGEST_BODY });
  const form = express.urlencoded({ extended: false, limit: LARGEST_BODY });
  router.post("/oauth/register", json, (request, response) => {
    response.status(201).json(registerClient(dependencies, request.body));
  });
  router.post("/oauth/token", form, async (request, response) => {
    response.json(await giveTokens(dependencies, request.body));
  });
  router.post("/oauth/revoke", form, async (request, response) => {
    await revokeToken(dependencies, request.body);
    response.status(200).end();
  });
  router.use("/oauth", answerRefusals);
  return router;
};

/** RFC 8414. It names no scopes, because clients ask for all that are named, and the person chooses. */
const describeServer = ({ config }: ApiDependencies) => {
  const addresses = readOAuthAddresses(config);
  return {
    issuer: addresses.issuer,
    authorization_endpoint: addresses.authorize,
    token_endpoint: addresses.token,
    registration_endpoint: addresses.register,
    revocation_endpoint: addresses.revoke,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${addresses.issuer}/docs/integrators/mcp`,
  };
};

/** Codes and tokens are for one reader. */
const notKept: RequestHandler = (_request, response, next) => {
  response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  next();
};

const answerRefusals: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (error instanceof RedirectedError) return response.redirect(302, error.location);
  if (!(error instanceof OAuthError)) return next(error);
  if (request.path === "/authorize") return tellPerson(response, error);
  return void response.status(error.status).json({ error: error.code, error_description: error.message });
};

/** The browser of a person stays here where the address of the client is not certain. */
const tellPerson = (response: Response, { message }: OAuthError): void => {
  response.status(400).type("text/plain").end(`Nobody was let in. ${message}.\n`);
};

/** What a client that would sign in shows to its person where there is no console, on which people let clients in. */
const refuseSignIn =
  ({ config }: ApiDependencies): RequestHandler =>
  (_request, response) => {
    response.status(403).json({
      error: "access_denied",
      error_description: `This server has no console, on which people let programs in. Make an API key by keys.create, and let this client send it in the header X-API-Key, or in Authorization as Bearer: ${readPublicBaseUrl(config)}/docs/integrators/mcp`,
    });
  };
