/** Content items as MCP has them, for clients that hand an answer to a model. The types are MCP's own, cut to what is sent. */

export interface McpTextContent {
  type: 'text';
  text: string;
  annotations: McpAnnotations;
}

export interface McpAnnotations {
  /** Whom the item is meant for. */
  audience: ('assistant' | 'user')[];
  /** 0 to 1: how much the item matters; 1 for the best result. */
  priority: number;
}
