import { conflict, notFound } from "../http/http-error.ts";

export const erasureNotFound = () => notFound("Erasure");

export const exportNotFound = () => notFound("Export");

export const exportNotDone = (state: string) =>
  conflict(
    "export_not_done",
    state === "running"
      ? "The file is not written yet: ask again when the export is done"
      : "There is no file any more: it was removed after its time, with its person, or because the export was canceled",
  );

export const exportNotUnderWay = () =>
  conflict("export_not_under_way", "This export is over: there is nothing to cancel");

export const erasureUnderWay = (uuid: string) =>
  conflict("erasure_under_way", `This person is being erased already: see the erasure ${uuid}`);

export const ownNumber = () =>
  conflict(
    "own_number",
    "This is one of the organization's own numbers, which belongs to no person: release it where its account is, if it is to go",
  );
