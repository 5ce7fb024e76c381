import { badRequest, notFound } from "../http/http-error.ts";

export const connectorNotFound = () => notFound("Connector");
export const accountNotFound = () => notFound("Connected account");
export const connectorUnavailable = (sentence: string) => badRequest("connector_unavailable", sentence);
