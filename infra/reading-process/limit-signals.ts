/** The signal that ends a reading that needs too much memory; nothing else sends it. */
export const OUT_OF_MEMORY = "SIGUSR2";

/** The signal that ends a reading that needs too much time of a processor; nothing else sends it. */
export const OUT_OF_PROCESSOR_TIME = "SIGVTALRM";
