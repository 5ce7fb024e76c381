import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { goTo, type StoryRig } from "./rig.ts";

const DOCUMENTS = 101;

export const documentStories = (rig: () => StoryRig): void => {
  it.concurrent("changes who reads a document, its address, and switches it off", async () => {
    const opened = await rig().openAsOwner({ watch: answerOne });
    const { page } = opened;
    await goTo(page, "Documents");
    await page.getByText("https://example.com/prices", { exact: true }).waitFor();
    await page.getByText("Every agent", { exact: true }).waitFor();
    const [again] = await Promise.all([
      page.waitForRequest("**/knowledge-base/process-document"),
      page.getByRole("button", { name: "Read again: handbook-1.pdf" }).click(),
    ]);
    expect(again.postDataJSON()).toEqual({ document_uuid: documentOf(1).document_uuid });
    await page.getByRole("button", { name: "Settings: handbook-1.pdf" }).click();
    await page.getByRole("combobox", { name: "Who reads it" }).click();
    await page.getByRole("option", { name: "Agents that name it" }).click();
    await page.getByRole("switch", { name: "Agents read it" }).click();
    await page.getByLabel("Address").fill("https://example.com/others");
    await page.getByLabel("Read again every").fill("24");
    const [saved] = await Promise.all([
      page.waitForRequest((request) => request.method() === "PATCH"),
      page.getByRole("button", { name: "Save" }).click(),
    ]);
    expect(saved.postDataJSON()).toEqual({
      scope: "library",
      is_active: false,
      source_url: "https://example.com/others",
      refresh_every_hours: 24,
    });
    await opened.close();
  });

  it.concurrent("shows all documents of a list that is longer than a page", async () => {
    const opened = await rig().openAsOwner({ watch: answerDocuments });
    const { page } = opened;
    await goTo(page, "Documents");
    await page.getByRole("heading", { name: /101/ }).waitFor();
    await page.getByText("handbook-100.pdf", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("handbook-101.pdf", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" });
    await opened.close();
  });
};

/** The requests are what counts; what the API makes of them has tests of its own. */
const answerOne = async (page: Page): Promise<void> => {
  const document = { ...documentOf(1), source_url: "https://example.com/prices" };
  await page.route("**/knowledge-base/process-document", (route) => route.fulfill({ json: document }));
  await page.route("**/knowledge-base/documents/*", (route) => route.fulfill({ json: document }));
  await page.route("**/knowledge-base/documents?*", (route) =>
    route.fulfill({ json: { documents: [document], total: 1, limit: 100, offset: 0 } }),
  );
};

/** Reading so many would take minutes; the list itself comes from here, in the API's pages. */
const answerDocuments = (page: Page): Promise<unknown> =>
  page.route("**/knowledge-base/documents?*", (route) => {
    const { searchParams } = new URL(route.request().url());
    const [limit, offset] = [Number(searchParams.get("limit")), Number(searchParams.get("offset"))];
    const documents = Array.from({ length: DOCUMENTS }, (_, index) => documentOf(index + 1));
    return route.fulfill({
      json: { documents: documents.slice(offset, offset + limit), total: DOCUMENTS, limit, offset },
    });
  });

const documentOf = (id: number) => ({
  id,
  document_uuid: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
  filename: `handbook-${id}.pdf`,
  file_size_bytes: 1_000,
  state: "ready",
  state_detail: null,
  processing_error: null,
  needs_reingest: false,
  warnings: [],
  scope: "org",
  folder_id: null,
  workflow_id: null,
  is_active: true,
  source_url: null,
  refresh_every_hours: null,
  total_chunks: 3,
  version: 1,
  updated_at: "2026-01-01T12:00:00Z",
});
