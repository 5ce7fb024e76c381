import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

export const carriersKey = ["accounts"] as const;

export const carriersQuery = queryOptions({
  queryKey: carriersKey,
  queryFn: async () => (await callApi("GET /organizations/telephony-configs")).configurations,
});

export const carrierQuery = (id: number) =>
  queryOptions({
    queryKey: [...carriersKey, id],
    queryFn: () => callApi("GET /organizations/telephony-configs/{config_id}", { params: { config_id: id } }),
  });

export const providersQuery = queryOptions({
  queryKey: ["carrier providers"],
  queryFn: async () => (await callApi("GET /organizations/telephony-providers/metadata")).providers,
  staleTime: Infinity,
});

export const numbersQuery = (carrierId: number) =>
  queryOptions({
    queryKey: [...carriersKey, carrierId, "numbers"],
    queryFn: async () =>
      (
        await callApi("GET /organizations/telephony-configs/{config_id}/phone-numbers", {
          params: { config_id: carrierId },
        })
      ).phone_numbers,
  });
