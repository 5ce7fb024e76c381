import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const credentialsQuery = queryOptions({ queryKey: ["credentials"], queryFn: () => api("GET /credentials/") });
export const toolsQuery = queryOptions({ queryKey: ["tools"], queryFn: () => api("GET /tools/") });
