import type { Operation } from "./operation.ts";

/**
 * A list of the API. `await` gives the page that was asked for as it was answered; `for await` gives every row, of this page and all
 * that follow. Nothing is asked before one of both.
 */
export class List<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #operation: Operation;
  readonly #input: object;
  readonly #read: (input: object) => Promise<Page>;

  constructor(operation: Operation, input: object, read: (input: object) => Promise<Page>) {
    this.#operation = operation;
    this.#input = input;
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable
  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#read(this.#input).then(onPage, onFailure);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#rowsOf(page);
  }

  /** This page and all that follow, as they are answered. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let input: object | null = this.#input; input; ) {
      const page: Page = await this.#read(input);
      yield page;
      input = this.#next(input, page);
    }
  }

  /** Every row, of this page and all that follow. */
  async all(): Promise<Item[]> {
    const rows: Item[] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }

  #rowsOf(page: Page): readonly Item[] {
    const { list = "" } = this.#operation;
    const rows: unknown = list === "" ? page : fieldOf(page, list);
    return Array.isArray(rows) ? rows : [];
  }

  /** The input of the next page; null after the last. */
  #next(input: object, page: Page): object | null {
    const { paging } = this.#operation;
    if (!paging) return null;
    if (paging.kind === "page") {
      const number = Number(fieldOf(page, "page") ?? 1);
      return number < Number(fieldOf(page, "total_pages") ?? 1) ? { ...input, page: number + 1 } : null;
    }
    if (paging.kind === "offset") {
      const rows = this.#rowsOf(page).length;
      return rows > 0 ? { ...input, offset: Number(fieldOf(input, "offset") ?? 0) + rows } : null;
    }
    const next = Object.entries(paging.from).map(([asked, answered]) => [asked, fieldOf(page, answered) ?? null]);
    return next.some(([, value]) => value === null) ? null : { ...input, ...Object.fromEntries(next) };
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([each]) => each === name)?.[1] : undefined;
