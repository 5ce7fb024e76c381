import { conflict, notFound, unavailable } from "../http/http-error.ts";

export const templateNotFound = () => notFound("Template");
export const hireNotFound = () => notFound("Hired agent");
export const packNotFound = () => notFound("Pack");

export const packSlugTaken = (slug: string) =>
  conflict("pack_exists", `There is a pack ${slug} already: choose another slug, or make a new version of yours`);

export const hireFailed = (reason: string) =>
  conflict("hire_failed", `The agent could not be hired, and nothing of it is left: ${reason}`);

export const noNewerVersion = (version: string) =>
  conflict("no_newer_version", `The agent was made of version ${version} of its template, which is the newest`);
export const upgradeRefused = (reason: string) => conflict("upgrade_refused", `No upgrade was proposed: ${reason}`);

const REPEAT = "Repeat the request with the same Idempotency-Key to get the agent";
export const hireUndecided = () => unavailable(`The agent is still being made. ${REPEAT}`);
export const engineUnreachable = (cause: unknown) =>
  unavailable(`The workflow engine does not answer; the agent is made as soon as it does. ${REPEAT}`, cause);
