const ourSettings = {
  max_connections: "100",
  max_wal_size: "512MB",
  // A backup copies the log while the server works on: keep what it may still need.
  wal_keep_size: "128MB",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  // Refused statements are the caller's business; their text and values stay out of the log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  // What is slow is noted, with its text and without the values bound to it: those are people's.
  log_min_duration_statement: "500ms",
  log_parameter_max_length: "0",
};

/** The server's command line: our settings, where it listens (a TCP port, or a socket's directory), and `more` over both. */
export function settingsArguments(
  listen: { port: number } | { socket: string },
  more: Record<string, string> = {},
): string[] {
  const listening =
    "port" in listen
      ? { listen_addresses: "127.0.0.1", port: String(listen.port), unix_socket_directories: "" }
      : { listen_addresses: "", unix_socket_directories: listen.socket, unix_socket_permissions: "0700" };
  const settings = { ...ourSettings, ...listening, ...more };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
