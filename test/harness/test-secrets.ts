import { createSecretBox } from "../../infra/secrets/secret-box.ts";
import { createTokenSigner } from "../../infra/secrets/token-signer.ts";

/** The key of every test, so that the API can read secrets in inserted rows. */
export const TEST_ENCRYPTION_KEY = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
export const testSecrets = createSecretBox([TEST_ENCRYPTION_KEY]);
export const testTokens = createTokenSigner([TEST_ENCRYPTION_KEY]);
