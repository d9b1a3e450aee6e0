"""What a plan says of the form of a loss, in the words of TRL."""

FORM = (
    *("loss_type", "importance_sampling_level", "scale_rewards", "epsilon", "epsilon_high"),
    *("beta", "vllm_importance_sampling_mode", "vllm_importance_sampling_clip_max"),
    *("vllm_importance_sampling_correction", "max_completion_length", "num_generations"),
)
