import { describe, expect, it } from "@jest/globals";
import { HEARD_LANGUAGES } from "../../../domain/conversation/heard/fold-words.ts";
import { chooseTransferWords } from "../../../domain/conversation/transfer-words.ts";

describe("what a person is told who is to take a caller", () => {
  it.each(HEARD_LANGUAGES)("always offers the keys beside the words: %s", (language) => {
    const { ask, askAgain } = chooseTransferWords(language);
    for (const words of [ask, askAgain]) expect(words).toMatch(/\b1\b.*\b2\b/);
  });
});
