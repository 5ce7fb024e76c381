import { searchDocuments } from "../../../application/document/search-documents.ts";
import type { LookUpFunction } from "./look-up.ts";
import { readWords } from "./look-up.ts";

const MOST = 6;
const LONGEST_QUESTION = 1000;

export const lookUpDocuments: LookUpFunction = async (lookUp, given) => {
  const text = (readWords(given["query"]) || lookUp.words).slice(0, LONGEST_QUESTION);
  const found = await searchDocuments(lookUp, lookUp.organizationId, {
    text,
    reader: { kind: "everything", scope: null },
    documentUuids: null,
    limit: MOST,
    minSimilarity: null,
  });
  const passages = (found?.passages ?? []).map(({ filename, passage, text: words }) => ({
    document: filename,
    page: passage.page,
    text: words,
  }));
  const [first] = passages;
  return {
    say: first ? `${first.document} says: ${first.text}` : "The documents say nothing about that.",
    passages,
  };
};
