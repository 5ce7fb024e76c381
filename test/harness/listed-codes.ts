import { listErrorCodes, type RefusingOperation } from "../../api/http/openapi/error-codes.ts";

/**
 * Fails for a refusal whose code the document does not list for its operation: every test that asks for one looks at it. What no
 * operation answers, as an unknown path, has no list.
 */
export const requireListedCode = (operation: RefusingOperation, status: number, code: unknown): void => {
  if (typeof code !== "string" || OF_NO_OPERATION.has(code)) return;
  const listed = listErrorCodes(operation)[status] ?? [];
  if (!listed.includes(code))
    throw new Error(
      `${operation.id} answered ${status} ${code}, and the document lists only ${listed.join(", ") || "none"} for it: ` +
        "run `node scripts/error-codes/error-codes.ts`, or name what its sources do not show there",
    );
};

const OF_NO_OPERATION: ReadonlySet<string> = new Set(["no_such_route", "method_not_allowed"]);
