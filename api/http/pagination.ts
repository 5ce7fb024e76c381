import { z } from "zod";
import { countPages, PAGE_ROWS } from "../../domain/access/list-pages.ts";
import { withDefault } from "./fields.ts";

/** `limit` of a list: how many rows a page of it has. */
export const limitOf = ({ usual, most }: { usual: number; most: number }) =>
  withDefault(z.coerce.number().int().min(1).max(most), usual);

export const pageLimit = limitOf(PAGE_ROWS);

/** `page` and `limit` of lists that count their rows. */
export const pageQuery = { page: withDefault(z.coerce.number().int().min(1), 1), limit: pageLimit };

export const pageFields = {
  total_count: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  total_pages: z.number().int(),
};

export const describePage = (query: { page: number; limit: number }, totalCount: number) => ({
  total_count: totalCount,
  page: query.page,
  limit: query.limit,
  total_pages: countPages(totalCount, query.limit),
});
