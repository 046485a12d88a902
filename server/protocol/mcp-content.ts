/** MCP content items, for clients that pass an answer on to a model. MCP's own types, reduced to the fields that are sent. */

export interface McpTextContent {
  type: 'text';
  text: string;
  annotations: McpAnnotations;
}

export interface McpAnnotations {
  /** Intended reader. */
  audience: ('assistant' | 'user')[];
  /** Importance, 0 to 1; 1 for the best result. */
  priority: number;
}
