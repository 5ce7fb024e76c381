import { notFound } from "../../http/http-error.ts";

/** The same whatever of an address does not fit: a stranger learns nothing from it. */
export const callNotFound = () => notFound("Run");
