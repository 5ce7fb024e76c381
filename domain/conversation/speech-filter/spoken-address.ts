const BEGINNINGS = ["http://", "https://", "www."];
const LONGEST_ADDRESS = 2_048;
/** A longer path is not said: nobody writes it down. */
const LONGEST_PATH = 30;

/** Tells whether a text may be, or become, the address of a page. */
export const isAddressBegun = (text: string): boolean => {
  const lower = text.slice(0, 8).toLowerCase();
  const isBegun = BEGINNINGS.some((each) => each.startsWith(lower) || lower.startsWith(each));
  return isBegun && text.length <= LONGEST_ADDRESS && !/[\s<>"'`|\\)\]}*]/.test(text);
};

/** Returns how a person says the address of a page, with the punctuation after it; null: it is none. */
export const sayAddress = (text: string): string | null => {
  const [, host = "", path = "", mark = ""] =
    /^(?:https?:\/\/(?:www\.)?|www\.)([^\s/?#:]+)(?::\d+)?([^\s?#]*?)(?:[?#]\S*?)?([.,;:!?…]*)$/iu.exec(text) ?? [];
  if (host === "") return null;
  const isShort = path.length <= LONGEST_PATH && /^[\p{L}\p{N}/._-]*$/u.test(path);
  return host + (isShort ? path.replace(/\/$/, "") : "") + mark;
};
