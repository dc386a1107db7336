"""A tiny llama with random weights: 330 KB, byte-identical for a seed. Nothing is downloaded; nothing it says means anything."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np

EMBED, HEADS, FEED, CONTEXT, LAYERS = 64, 4, 96, 8192, 1
TEMPLATE = "{% for m in messages %}{{ m['content'] }}\n{% endfor %}"


def write(path: Path, seed: int = 7) -> Path:
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *map(chr, range(33, 127))]
    kinds = [
        gguf.TokenType.UNKNOWN,
        *[gguf.TokenType.CONTROL] * 2,
        *[gguf.TokenType.BYTE] * 256,
        *[gguf.TokenType.NORMAL] * 94,
    ]
    chance = np.random.default_rng(seed)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(EMBED)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(EMBED // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)
    shapes = {"token_embd": (len(tokens), EMBED), "output_norm": (EMBED,), "output": (len(tokens), EMBED)}
    block = {
        "attn_norm": (EMBED,), "ffn_norm": (EMBED,), "attn_q": (EMBED, EMBED), "attn_k": (EMBED, EMBED), "attn_v": (EMBED, EMBED),
        "attn_output": (EMBED, EMBED), "ffn_gate": (FEED, EMBED), "ffn_up": (FEED, EMBED), "ffn_down": (EMBED, FEED),
    }  # fmt: skip
    shapes |= {f"blk.{layer}.{name}": shape for layer in range(LAYERS) for name, shape in block.items()}
    for name, shape in shapes.items():
        values = np.ones(shape) if name.endswith("norm") else chance.normal(0, 0.2, shape)
        writer.add_tensor(f"{name}.weight", values.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
