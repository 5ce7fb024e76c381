import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

export const credentialsQuery = queryOptions({
  queryKey: ["credentials"],
  queryFn: () => callApi("GET /credentials/"),
});
export const toolsQuery = queryOptions({ queryKey: ["tools"], queryFn: () => callApi("GET /tools/") });
