import { it } from "@jest/globals";
import type { Page } from "playwright-core";
import { goTo, type StoryRig } from "./rig.ts";

const DOCUMENTS = 101;

export const documentStories = (rig: () => StoryRig): void => {
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
  total_chunks: 3,
  version: 1,
  updated_at: "2026-01-01T12:00:00Z",
});
