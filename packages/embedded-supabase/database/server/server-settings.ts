const DEFAULT_SETTINGS = {
  max_connections: "100",
  max_wal_size: "512MB",
  // Retain WAL that a backup in progress may still need.
  wal_keep_size: "128MB",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  // Failed statements are reported to the caller. Keep their text and values out of the log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  // Log the text of slow statements without bound values, which can be personal data.
  log_min_duration_statement: "500ms",
  log_parameter_max_length: "0",
};

/** Returns the server's command-line arguments. The server listens on a TCP port or in a socket directory. */
export function buildServerArguments(
  listen: { port: number } | { socket: string },
  overrides: Record<string, string> = {},
): string[] {
  const listenSettings =
    "port" in listen
      ? { listen_addresses: "127.0.0.1", port: String(listen.port), unix_socket_directories: "" }
      : { listen_addresses: "", unix_socket_directories: listen.socket, unix_socket_permissions: "0700" };
  const settings = { ...DEFAULT_SETTINGS, ...listenSettings, ...overrides };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
