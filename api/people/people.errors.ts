import { conflict, notFound } from "../http/http-error.ts";

export const erasureNotFound = () => notFound("Erasure");

export const erasureUnderWay = (uuid: string) =>
  conflict("erasure_under_way", `This person is being erased already: see the erasure ${uuid}`);

export const ownNumber = () =>
  conflict(
    "own_number",
    "This is one of the organization's own numbers, which belongs to no person: release it where its account is, if it is to go",
  );
