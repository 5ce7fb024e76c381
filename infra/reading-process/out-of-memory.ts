/** The signal that ends an extraction that needs too much memory; nothing else sends it. */
export const OUT_OF_MEMORY = "SIGUSR2";
