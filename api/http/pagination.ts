import { z } from "zod";
import { withDefault } from "./fields.ts";

/** How many rows a page of a list has. */
export const pageLimit = withDefault(z.coerce.number().int().min(1).max(100), 50);

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
  total_pages: Math.ceil(totalCount / query.limit),
});

export const computeOffset = (query: { page: number; limit: number }) => (query.page - 1) * query.limit;
