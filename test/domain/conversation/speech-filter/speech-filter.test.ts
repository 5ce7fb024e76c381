import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createSpeechFilter } from "../../../../domain/conversation/speech-filter/speech-filter.ts";

const filter = (pieces: readonly string[]): string => {
  const { push, flush } = createSpeechFilter();
  return pieces.map(push).join("") + flush();
};
const whole = (text: string): string => filter([text]).trim();

describe("the speech filter", () => {
  it.each([
    // Emphasis
    ["We are **open** on *Monday* and `__init__`.", "We are open on Monday and init."],
    ["That is ***very*** ~~bad~~ good.", "That is very bad good."],
    ["_Please_ write to first_last@example.com", "Please write to first_last@example.com"],
    ["5 * 3 is 15, and 5*3 too; ~20 euros", "5 * 3 is 15, and 5*3 too; ~20 euros"],
    // Headings, lists, quotes, rules
    ["# Hours\n\nMonday", "Hours\n\nMonday"],
    ["- one\n* two\n• three\n1. four\n- [x] done", "one\ntwo\nthree\n1. four\ndone"],
    ["> - quoted", "quoted"],
    ["-5 degrees", "-5 degrees"],
    ["above\n---\nbelow\n***\nend", "above\nbelow\nend"],
    // Tables
    ["| Day | Hours |\n|---|:--:|\n| Mon | **9–5** |", "Day, Hours.\nMon, 9–5."],
    ["Day | Hours\n--- | ---\nMon | 9", "Day, Hours\nMon, 9"],
    // Links, images, sources
    ["See [our **page**](https://example.com/a?b=c) now.", "See our page now."],
    ["Go to https://www.example.com/hours/. Thanks", "Go to example.com/hours. Thanks"],
    ["At www.example.com/a/b?utm=1&x=2!", "At example.com/a/b!"],
    ["<https://example.com> and ![a cat](cat.png)!", "example.com and!"],
    ["It costs 5 euros [1][2], as written【3†source】", "It costs 5 euros, as written【3†source】"],
    ["[Mon] or [x](", "[Mon] or [x]("],
    // Code and calls
    ["Here:\n```js\nrun(1);\n```\nDone.", "Here:\n\nDone."],
    ['One moment. <tool_call>\n{"name": "x", "arguments": {}}\n</tool_call>', "One moment."],
    ["Fine.<function=book>{}</function> Bye.", "Fine. Bye."],
    ['[TOOL_CALLS][{"name":"x"}]', ""],
    ["Hi<|im_end|>", "Hi"],
    ['Hi <｜tool▁calls▁begin｜>x{"a":1}<｜tool▁calls▁end｜>there', "Hi there"],
    // HTML and entities
    ["<b>Tom</b> &amp; Ann&nbsp;B.<br>Next a < b and b > a &c; &#8364;5", "Tom & Ann B.\nNext a < b and b > a &c; €5"],
    // Emoji and what nobody sees
    ["Great 👍 see you 👩‍👩‍👧‍👦! 1️⃣ 🇩🇪", "Great see you! 1"],
    ["Hello 😊.", "Hello."],
    ["a\u200bb\ufeffc\u00ad", "abc"],
    ["\\*not bold\\*", "*not bold*"],
    // Plain text is as it was
    ["Bonjour ! Ça va ? « Oui »", "Bonjour ! Ça va ? « Oui »"],
    ["नमस्ते, می‌خواهم. 你好。", "नमस्ते, می‌خواهم. 你好。"],
  ])("makes of %j %j", (written, said) => {
    expect(whole(written)).toBe(said);
  });

  it("gives the same however the reply is cut", () => {
    const part = fc.constantFrom(
      ..."*_~`#->|[]()!<>&\\ \n\t.:=h😀é'\"",
      ..."**|```|~~~|---|# |- |> |[a](b)|![x](y)|https://a.de/x?y|www.|<tool_call>|</tool_call>|<b>|&amp;|word|1. |[x] |[1]|<|a|>".split(
        "|",
      ),
      "|---|---|",
      "[TOOL_CALLS]",
      "👩‍👧",
    );
    const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (reply, sizes) => {
        const pieces: string[] = [];
        for (let at = 0; at < reply.length; ) {
          const size = sizes.next().value ?? 1;
          pieces.push(reply.slice(at, at + size));
          at += size;
        }
        expect(filter(pieces)).toBe(filter([reply]));
      }),
      { numRuns: 2_000 },
    );
  });

  it("never says a mark of emphasis around a word", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcé"), minLength: 1, maxLength: 8 });
    const mark = fc.constantFrom("*", "**", "***", "_", "__", "`", "~~");
    fc.assert(
      fc.property(fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 6 }), (words) => {
        const written = words.map(([text, around]) => `${around}${text}${around}`).join(" ");
        expect(whole(written)).toBe(words.map(([text]) => text).join(" "));
      }),
    );
  });

  it("leaves plain sentences alone and holds none of them back", () => {
    const { push } = createSpeechFilter();
    expect(push("Good morning. ")).toBe("Good morning. ");
    expect(push("How are you?\n")).toBe("How are you?\n");
    expect(push("**Fine.** ")).toBe("Fine. ");
  });

  it("takes no more time than the text is long, whatever its marks", () => {
    for (const mark of ["[", "[a](", "<a ", "&a", "*", "> ", "`", "| a", "!["]) {
      const startedAt = process.cpuUsage();
      whole(mark.repeat(20_000 / mark.length));
      const { user } = process.cpuUsage(startedAt);
      expect({ mark, isQuick: user < 3_000_000 }).toEqual({ mark, isQuick: true });
    }
  });
});
