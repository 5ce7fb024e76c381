import { queryOptions } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";

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

type CredentialCheck = Answer<"POST /organizations/telephony-configs/{config_id}/reactivate">["credential_check"];

/** The carrier's last answer to a check from this page; no other answer of the API contains it. */
export const credentialCheckQuery = (id: number) =>
  queryOptions({
    queryKey: ["credential check", id],
    queryFn: (): CredentialCheck => null,
    enabled: false,
    staleTime: Infinity,
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
