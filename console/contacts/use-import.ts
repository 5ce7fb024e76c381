import type { UseMutationResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { callApi } from "../api/client.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import type { Target } from "./read-columns.ts";
import { uploadContactFile } from "./upload-file.ts";

/** The option that creates a list for the file. */
export const NEW_LIST = "new";
/** A field for which the file has no column. */
export const ABSENT = "";

export type Consent = keyof typeof words.contacts.consents;
/** For each field the title of its column. */
export type Mapping = Record<Target, string>;

/** The choices for an import; a list's id is text, as in the form's options. */
export interface ImportDraft {
  into: string;
  name: string;
  country: string;
  onDuplicate: "update" | "skip";
  consent: Consent;
  source: string;
}

interface ImportInput {
  file: File | undefined;
  mapping: Mapping;
  draft: ImportDraft;
}

/**
 * Uploads a file and imports it; a new list is created with its import, so that a refused one leaves none behind. Another try after
 * a refusal uses the file that was uploaded before.
 */
export const useImport = (): UseMutationResult<{ listId: number; importId: number }, Error, ImportInput> => {
  const navigate = useNavigate();
  const uploaded = useRef<{ file: File; key: string } | null>(null);
  const keyOf = async (file: File): Promise<string> => {
    if (uploaded.current?.file !== file) uploaded.current = { file, key: await uploadContactFile(file) };
    return uploaded.current.key;
  };
  return useAction({
    run: async ({ file, mapping, draft }: ImportInput) => {
      if (!file) throw new Error(words.contacts.file);
      const body = { object_store_key: await keyOf(file), ...toImportBody(mapping, draft) };
      if (draft.into === NEW_LIST) {
        const made = await callApi("POST /contact-lists/import", { body: { name: draft.name, ...body } });
        return { listId: made.contact_list_id, importId: made.import_id };
      }
      const listId = Number(draft.into);
      const params = { contact_list_id: listId };
      const made = await callApi("POST /contact-lists/{contact_list_id}/import", { params, body });
      return { listId, importId: made.import_id };
    },
    onDone: ({ listId, importId }) =>
      navigate({ to: "/contacts/$listId/imports/$importId", params: { listId, importId } }),
    isQuietOnRefusal: true,
  });
};

const toImportBody = (mapping: Mapping, { onDuplicate, country, consent, source }: ImportDraft) => {
  const named = Object.entries(mapping).flatMap(([target, column]) =>
    column.trim() === ABSENT ? [] : [[target, column.trim()]],
  );
  return {
    on_duplicate: onDuplicate,
    ...(named.length > 0 && { mapping: Object.fromEntries(named) }),
    ...(country && { default_country: country.toUpperCase() }),
    ...(consent !== "unknown" && { consent: { status: consent, ...(source && { source }) } }),
  };
};
