/** The version in the health answer and the OpenAPI document. */
export { version } from "../infra/version.ts";
