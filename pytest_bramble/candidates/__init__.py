"""Who is examined: the protocol, real models through LiteLLM, and scripted candidates."""
