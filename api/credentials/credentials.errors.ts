import { notFound } from "../http/http-error.ts";

export const credentialNotFound = () => notFound("Credential");
