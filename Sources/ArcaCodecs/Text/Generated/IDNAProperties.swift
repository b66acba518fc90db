// Made by scripts/idna-tables.py; do not edit.

extension IDNATables {
    /// Directions of code points, other than L: R, A for AL, N for AN, E for EN, S for ES, C for CS, T for ET, O for ON, B for
    /// BN, M for NSM, X for the rest.
    ///
    /// Source: Unicode 17, as the package unicodedata2 has it.
    static let directionText: StaticString = """
        +9B +5X +eB +5X +2O +3T +5O S C S +2C +aE C +6O q+6O q+4O +6B X +qB C O +4T +4O 1+2O B +2O +2T +2E O 1+3O E 1+5O
        nO vO ch+2O 7+eO 2+eO 5+9O 1+hO +34M 4+2O 8O 5+2O 1O 32O 3w+7M 74O 2+2O T 1+19M R M R +2M R +2M R M 8+rR 4+6R
        b+6N +2O A +2T A C A +2O +bM +1cA +lM +aN T +2N +3A M +2tA +7M N O +6M +2A +2M O +4M +2A +aE +kA 1+2A M +uA +rM
        2+2hA +bM A e+17R +9M +2R +4O R 2M +oR +4M R +9M R +3M R +5M 2+fR 1+pR +3M 2R 1+bA 5+wA +2N 5+9M +16A +oM N +wM
        1jM 1M 4+8M 4M 3+7M a+2M tM 1mM 4+4M 8M k+2M e+2T 7T 2M 2+2M 1lM 4+2M 4+2M 2+3M 3M u+2M 3M b+2M 1lM 4+5M 1+2M 4M
        k+2M dT 8+6M 1M 1mM 2M 1+4M 8M 7+2M b+2M uM 1pM cM 11+6O T O 5M 3M 1jM 1+3M 5+3M 1+4M 7+2M b+2M k+7O 2M 1mM f+2M
        k+2M s+2M 1l+2M 4+4M 8M k+2M tM 20M 7+3M 1M 2iM 2+7M 4T 7+8M 2qM 2+9M b+7M 21+2M rM 1M 1M +4O 1f+eM 1+5M 1+2M
        5+bM 1+10M 9M 2u+4M 1+6M 1+2M 2+2M p+2M 4+3M g+4M dM 2+2M 6M fM jj+3M 1c+aO 2uO hrX q+2O 39+3M t+2M u+2M u+2M
        1s+2M 1+7M 8M 2+bM 7T 1M i+aO 6+bO +3M B M 39+2M yM 3a+3M 4+2M 9M 6+3M 4O 3+2O 48+yO n+2M 2M 1mM 1+7M 1M 1M 2+8M
        6+aM 2M 1c+1aM 2+cM k+4M 1cM 1+5M 1M 5M 14+9M c+2M w+4M 2+2M 1+3M 1kM 1+2M 3M 1+3M 1m+8M 2+2M 48+3M 1+dM 1+7M 4M
        6M 3+2M 5i+1sM cdO 1+3O b+3O d+3O d+3O d+2O 1+bX +3B 1R +oO +7X C +5T +fO C +qO X +5B 1+4X +6B E 3+6E +2S +3O
        1+aE +2S +3O h+yT e+xM f+2O 1+4O 1+2O aO 1+3O 5+6O 1O 1O 1O 4T b+2O 4+5O 5+4O 2+gO 15+3O 4+3mO S T +82O 1x+qO
        1+44O m+bO l+14O +kE 26+ciO 1+9fO 74+hgO 2+3uO 6d+6O 4+3M 7+7O 3jM 2o+wM +2mO y+qO 1+2hO c+5yO q+gO X +4O 3+pO
        9+4M 2O 5+2O 5+3O 2h+2M +2O 3O 2iO 5g+12O 9O 19+2O 1d+gO s+3O 1e+fO c+4O 4n+4O 2r+2O vO 534+1sO h3k+1jO 92+3O
        2n+4M O +aM +2O u+2M 28+2M e+yO 2uO 3dM 3M 4M p+2M 1+4O M b+2T 1m+4O 24+2M q+iM dM 12+8M p+bM 1a+3M 1cM 2+4M
        2+2M 13M 1v+6M 2+2M 2+2M cM 8M 1bM 1fM 1+3M 2+2M 5+2M 1M 16+2M 8M 37+2O 3dM 2M 4M fn3R M +aR S +dR 1+5R 1R 1+2R
        1+2R 1+aR +37A +gO +a3A +iO +1sA +2O +1iA +8O w+dA +3O +gM +aO 6+gM +wO C O C 1O C +9O T +2O +2S +3O 1O +2T O
        4+5A 1+3rA 2B 1+2O +3T +5O S C S +2C +aE C +6O q+6O q+bO 3e+2T +3O +2T 1+7O a+5O 77O 1q+25O 3+dO 3O 2kM 6aM +rE
        3e+5M w5+6R 2R 1+18R 1+2R 3R 2+nR 1+20R 8+9R 1c+jR 1+2R 5+xR 3O +qR 5+rR 12+1kR 4+kR 2+1bR +3M 1+2M 5+4M +4R
        1+3R 1+tR 2+3M 4M +9R 7+9R 7+1sR w+11R +2M 4+cR 9+1iR 3+7O +mR 2+rR 5+qR 7+4R c+7R 28+21R 1j+1fR d+1fR 7+6R +10A
        +4M 8+aN 6+aN +sR 3+5M O +nR 8+2R 5s+vN 1+16R 1+2M R 2+2R g+6A 8+9O x+6M +14R 8+mA +bM +9A m+iR +4M +4R 12+sR
        k+nR aM 1i+fM b+kO aM 2+2M a+3M 1d+4M 2+2M 7M 1p+3M 10+5M 1+8M 1qM c+2M 1g+9M a+4M 2M 2n+3M 2M 1+2M 6M 2M 4dM
        3+8M l+2M 1l+2M 3M 11+7M 3+5M 1y+6M dM 1M 1M e+2M 2d+8M 2+3M 1M nM 2c+6M 1M 4+2M 1+2M 6m+4M 6+2M 1+2M r+2M 2d+8M
        2M 1+2M v+dO 1qM 1M 2+6M 1M 2tM 1M 2+4M 1+5M 77+9M 1+2M 74+2M 1M 4M 40+4M 2+2M 4M w+6M 2+2M 14+6M 2+4M 8M 9+6M
        2+3M 1a+dM 1+2M 5iM 1+3M 1M 5l+7M 1+6M 2c+mM 2+7M 1+2M 1+2M 3e+6M 3M 1+2M 1+7M 1M 20+2M 3M 1M 9n+2M b+2M 1g+5M
        5M 1M nM 3e+8O +4T +hO 40eM 6+fM 8ug+cM 3+3M 1xc+5M 1n+7M t4M 1r+4M 27O 1M f5k+2M 1+4B 318+5yO q+aE +3O 3+c4O
        6+nO f+hO f+1aM 2+nM f4+3M 9+8B +8M 2+7M u+4M 1n+2O l+1uO +3M O 56+2fO oaO pO vO pO vO pO vO pO vO pO a+1eE
        e8+1jM 4+1eM 8M eM m+5M 1+fM 11s+7M 1+hM 2+7M 1+2M 1+5M 2sM 4g+7M afM 1p+4M fT do+4M 72+2M 6rM 2M 7+2M 5M 7e+5hR
        2+9R +7M 15+1wR +7M R 4+aR 4+2R lt+1wA 24+1pA 5e+4A 1+rA 1+2A 1A 2A 1+aA 1+4A 1A 1A 6A 4A 1A 1A 1+3A 1+2A 1A 2A
        1A 1A 1A 1A 1+2A 1A 2+4A 1+7A 1+4A 1+4A 1A 1+aA 1+hA 5+3A 1+5A 1+hA 1g+2O 7i+18O 4+2sO c+fO 2+fO 1+fO 1+11O a+bE
        +5O vO 1m+6O 1pO 4y+6O 4a+rdO 3+hO 3+dO 3+62O 6+cO 4O f+cO 4+1kO 8+aO 6+14O 8+uO 2+cO 4+2O e+9O 13+9kO 8+eO 2+dO
        3+bO 3+1lO 1O 4+gO 2+cO 4+aO 7+43O 1+2kO +aE O gvlyB u+2oB 3k+6oM
        """

    /// Canonical compositions: the composed code point and its two parts.
    static let compositionText: StaticString = """
        5c_1t_lc 5d_1t_ld 5e_1t_le 5f_1t_lf 5g_1t_lk 5h_1t_lm 5j_1v_mf 5k_1x_lc 5l_1x_ld 5m_1x_le 5n_1x_lk 5o_21_lc
        5p_21_ld 5q_21_le 5r_21_lk 5t_26_lf 5u_27_lc 5v_27_ld 5w_27_le 5x_27_lf 5y_27_lk 61_2d_lc 62_2d_ld 63_2d_le
        64_2d_lk 65_2h_ld 68_2p_lc 69_2p_ld 6a_2p_le 6b_2p_lf 6c_2p_lk 6d_2p_lm 6f_2r_mf 6g_2t_lc 6h_2t_ld 6i_2t_le
        6j_2t_lk 6k_2x_lc 6l_2x_ld 6m_2x_le 6n_2x_lk 6p_32_lf 6q_33_lc 6r_33_ld 6s_33_le 6t_33_lf 6u_33_lk 6x_39_lc
        6y_39_ld 6z_39_le 70_39_lk 71_3d_ld 73_3d_lk 74_1t_lg 75_2p_lg 76_1t_li 77_2p_li 78_1t_mg 79_2p_mg 7a_1v_ld
        7b_2r_ld 7c_1v_le 7d_2r_le 7e_1v_lj 7f_2r_lj 7g_1v_lo 7h_2r_lo 7i_1w_lo 7j_2s_lo 7m_1x_lg 7n_2t_lg 7o_1x_li
        7p_2t_li 7q_1x_lj 7r_2t_lj 7s_1x_mg 7t_2t_mg 7u_1x_lo 7v_2t_lo 7w_1z_le 7x_2v_le 7y_1z_li 7z_2v_li 80_1z_lj
        81_2v_lj 82_1z_mf 83_2v_mf 84_20_le 85_2w_le 88_21_lf 89_2x_lf 8a_21_lg 8b_2x_lg 8c_21_li 8d_2x_li 8e_21_mg
        8f_2x_mg 8g_21_lj 8k_22_le 8l_2y_le 8m_23_mf 8n_2z_mf 8p_24_ld 8q_30_ld 8r_24_mf 8s_30_mf 8t_24_lo 8u_30_lo
        8z_26_ld 90_32_ld 91_26_mf 92_32_mf 93_26_lo 94_32_lo 98_27_lg 99_33_lg 9a_27_li 9b_33_li 9c_27_ln 9d_33_ln
        9g_2a_ld 9h_36_ld 9i_2a_mf 9j_36_mf 9k_2a_lo 9l_36_lo 9m_2b_ld 9n_37_ld 9o_2b_le 9p_37_le 9q_2b_mf 9r_37_mf
        9s_2b_lo 9t_37_lo 9u_2c_mf 9v_38_mf 9w_2c_lo 9x_38_lo a0_2d_lf a1_39_lf a2_2d_lg a3_39_lg a4_2d_li a5_39_li
        a6_2d_lm a7_39_lm a8_2d_ln a9_39_ln aa_2d_mg ab_39_mg ac_2f_le ad_3b_le ae_2h_le af_3d_le ag_2h_lk ah_2i_ld
        ai_3e_ld aj_2i_lj ak_3e_lj al_2i_lo am_3e_lo bk_27_m3 bl_33_m3 bz_2d_m3 c0_39_m3 ct_1t_lo cu_2p_lo cv_21_lo
        cw_2x_lo cx_27_lo cy_33_lo cz_2d_lo d0_39_lo d1_64_lg d2_70_lg d3_64_ld d4_70_ld d5_64_lo d6_70_lo d7_64_lc
        d8_70_lc da_5g_lg db_6c_lg dc_fa_lg dd_fb_lg de_5i_lg df_6e_lg di_1z_lo dj_2v_lo dk_23_lo dl_2z_lo dm_27_mg
        dn_33_mg do_dm_lg dp_dn_lg dq_c7_lo dr_ia_lo ds_2y_lo dw_1z_ld dx_2v_ld e0_26_lc e1_32_lc e2_5h_ld e3_6d_ld
        e4_5i_ld e5_6e_ld e6_60_ld e7_6w_ld e8_1t_lr e9_2p_lr ea_1t_lt eb_2p_lt ec_1x_lr ed_2t_lr ee_1x_lt ef_2t_lt
        eg_21_lr eh_2x_lr ei_21_lt ej_2x_lt ek_27_lr el_33_lr em_27_lt en_33_lt eo_2a_lr ep_36_lr eq_2a_lt er_36_lt
        es_2d_lr et_39_lr eu_2d_lt ev_39_lt ew_2b_me ex_37_me ey_2c_me ez_38_me f2_20_lo f3_2w_lo fa_1t_lj fb_2p_lj
        fc_1x_mf fd_2t_mf fe_5y_lg ff_6u_lg fg_5x_lg fh_6t_lg fi_27_lj fj_33_lj fk_fi_lg fl_fj_lg fm_2h_lg fn_3d_lg
        p1_4o_ld p2_pd_ld p4_ph_ld p5_pj_ld p6_pl_ld p8_pr_ld pa_px_ld pb_q1_ld pc_qy_ld q2_pl_lk q3_px_lk q4_q9_ld
        q5_qd_ld q6_qf_ld q7_qh_ld q8_qz_ld qy_qh_lk qz_qt_lk r0_qn_ld r1_qt_ld r2_qx_ld r7_r6_ld r8_r6_lk sg_t1_lc
        sh_t1_lk sj_sz_ld sn_sm_lk ss_t6_ld st_t4_lc su_tf_li t5_t4_li u1_u0_li uo_tx_lc up_tx_lk ur_tv_ld uv_uu_lk
        v0_u2_ld v1_u0_lc v2_ub_li vq_vo_lr vr_vp_lr xt_t2_li xu_ty_li y8_sw_li y9_ts_li ya_sw_lk yb_ts_lk ye_t1_li
        yf_tx_li yi_yg_lk yj_yh_lk yk_t2_lk yl_ty_lk ym_t3_lk yn_tz_lk yq_t4_lg yr_u0_lg ys_t4_lk yt_u0_lk yu_ta_lk
        yv_u6_lk yy_yw_lk yz_yx_lk z0_tp_lk z1_ul_lk z2_tf_lg z3_ub_lg z4_tf_lk z5_ub_lk z6_tf_ln z7_ub_ln z8_tj_lk
        z9_uf_lk zc_tn_lk zd_uj_lk 17m_17r_18z 17n_17r_190 17o_18o_190 17p_17r_191 17q_18q_190 1c0_1cl_190 1c2_1c1_190
        1cj_1ci_190 1t5_1t4_1to 1td_1tc_1to 1tg_1tf_1to 1xn_1xj_1xa 1xo_1xj_1xz 288_287_28m 28b_287_27y 28c_287_28n
        2ac_2aa_2c7 2bu_2bq_2bi 2bv_2br_2bi 2bw_2bq_2c7 2fc_2fa_2fq 2io_2in_2j9 2iv_2iu_2j9 2iw_2iu_2ja 2iy_2iu_2iq
        2iz_2iy_2j9 2mi_2me_2m6 2mj_2mf_2m6 2mk_2me_2mv 2qi_2qh_2q2 2qk_2qh_2q7 2ql_2qk_2q2 2qm_2qh_2qn 36u_36t_372
        5c6_5c5_5dh 5c8_5c7_5dh 5ca_5c9_5dh 5cc_5cb_5dh 5ce_5cd_5dh 5ci_5ch_5dh 5dn_5dm_5dh 5dp_5do_5dh 5ds_5dq_5dh
        5dt_5dr_5dh 5dv_5du_5dh 5xc_1t_md 5xd_2p_md 5xe_1u_lj 5xf_2q_lj 5xg_1u_mb 5xh_2q_mb 5xi_1u_mp 5xj_2q_mp
        5xk_5j_ld 5xl_6f_ld 5xm_1w_lj 5xn_2s_lj 5xo_1w_mb 5xp_2s_mb 5xq_1w_mp 5xr_2s_mp 5xs_1w_mf 5xt_2s_mf 5xu_1w_ml
        5xv_2s_ml 5xw_7m_lc 5xx_7n_lc 5xy_7m_ld 5xz_7n_ld 5y0_1x_ml 5y1_2t_ml 5y2_1x_mo 5y3_2t_mo 5y4_fc_li 5y5_fd_li
        5y6_1y_lj 5y7_2u_lj 5y8_1z_lg 5y9_2v_lg 5ya_20_lj 5yb_2w_lj 5yc_20_mb 5yd_2w_mb 5ye_20_lk 5yf_2w_lk 5yg_20_mf
        5yh_2w_mf 5yi_20_mm 5yj_2w_mm 5yk_21_mo 5yl_2x_mo 5ym_5r_ld 5yn_6n_ld 5yo_23_ld 5yp_2z_ld 5yq_23_mb 5yr_2z_mb
        5ys_23_mp 5yt_2z_mp 5yu_24_mb 5yv_30_mb 5yw_5yu_lg 5yx_5yv_lg 5yy_24_mp 5yz_30_mp 5z0_24_ml 5z1_30_ml 5z2_25_ld
        5z3_31_ld 5z4_25_lj 5z5_31_lj 5z6_25_mb 5z7_31_mb 5z8_26_lj 5z9_32_lj 5za_26_mb 5zb_32_mb 5zc_26_mp 5zd_32_mp
        5ze_26_ml 5zf_32_ml 5zg_5x_ld 5zh_6t_ld 5zi_5x_lk 5zj_6t_lk 5zk_98_lc 5zl_99_lc 5zm_98_ld 5zn_99_ld 5zo_28_ld
        5zp_34_ld 5zq_28_lj 5zr_34_lj 5zs_2a_lj 5zt_36_lj 5zu_2a_mb 5zv_36_mb 5zw_5zu_lg 5zx_5zv_lg 5zy_2a_mp 5zz_36_mp
        600_2b_lj 601_37_lj 602_2b_mb 603_37_mb 604_9m_lj 605_9n_lj 606_9s_lj 607_9t_lj 608_602_lj 609_603_lj 60a_2c_lj
        60b_38_lj 60c_2c_mb 60d_38_mb 60e_2c_mp 60f_38_mp 60g_2c_ml 60h_38_ml 60i_2d_mc 60j_39_mc 60k_2d_mo 60l_39_mo
        60m_2d_ml 60n_39_ml 60o_a0_ld 60p_a1_ld 60q_a2_lk 60r_a3_lk 60s_2e_lf 60t_3a_lf 60u_2e_mb 60v_3a_mb 60w_2f_lc
        60x_3b_lc 60y_2f_ld 60z_3b_ld 610_2f_lk 611_3b_lk 612_2f_lj 613_3b_lj 614_2f_mb 615_3b_mb 616_2g_lj 617_3c_lj
        618_2g_lk 619_3c_lk 61a_2h_lj 61b_3d_lj 61c_2i_le 61d_3e_le 61e_2i_mb 61f_3e_mb 61g_2i_mp 61h_3e_mp 61i_2w_mp
        61j_38_lk 61k_3b_lm 61l_3d_lm 61n_an_lj 61s_1t_mb 61t_2p_mb 61u_1t_ll 61v_2p_ll 61w_5e_ld 61x_6a_ld 61y_5e_lc
        61z_6a_lc 620_5e_ll 621_6a_ll 622_5e_lf 623_6a_lf 624_61s_le 625_61t_le 626_76_ld 627_77_ld 628_76_lc 629_77_lc
        62a_76_ll 62b_77_ll 62c_76_lf 62d_77_lf 62e_61s_li 62f_61t_li 62g_1x_mb 62h_2t_mb 62i_1x_ll 62j_2t_ll 62k_1x_lf
        62l_2t_lf 62m_5m_ld 62n_6i_ld 62o_5m_lc 62p_6i_lc 62q_5m_ll 62r_6i_ll 62s_5m_lf 62t_6i_lf 62u_62g_le 62v_62h_le
        62w_21_ll 62x_2x_ll 62y_21_mb 62z_2x_mb 630_27_mb 631_33_mb 632_27_ll 633_33_ll 634_5w_ld 635_6s_ld 636_5w_lc
        637_6s_lc 638_5w_ll 639_6s_ll 63a_5w_lf 63b_6s_lf 63c_630_le 63d_631_le 63e_bk_ld 63f_bl_ld 63g_bk_lc 63h_bl_lc
        63i_bk_ll 63j_bl_ll 63k_bk_lf 63l_bl_lf 63m_bk_mb 63n_bl_mb 63o_2d_mb 63p_39_mb 63q_2d_ll 63r_39_ll 63s_bz_ld
        63t_c0_ld 63u_bz_lc 63v_c0_lc 63w_bz_ll 63x_c0_ll 63y_bz_lf 63z_c0_lf 640_bz_mb 641_c0_mb 642_2h_lc 643_3d_lc
        644_2h_mb 645_3d_mb 646_2h_ll 647_3d_ll 648_2h_lf 649_3d_lf 64g_q9_lv 64h_q9_lw 64i_64g_lc 64j_64h_lc 64k_64g_ld
        64l_64h_ld 64m_64g_n6 64n_64h_n6 64o_pd_lv 64p_pd_lw 64q_64o_lc 64r_64p_lc 64s_64o_ld 64t_64p_ld 64u_64o_n6
        64v_64p_n6 64w_qd_lv 64x_qd_lw 64y_64w_lc 64z_64x_lc 650_64w_ld 651_64x_ld 654_ph_lv 655_ph_lw 656_654_lc
        657_655_lc 658_654_ld 659_655_ld 65c_qf_lv 65d_qf_lw 65e_65c_lc 65f_65d_lc 65g_65c_ld 65h_65d_ld 65i_65c_n6
        65j_65d_n6 65k_pj_lv 65l_pj_lw 65m_65k_lc 65n_65l_lc 65o_65k_ld 65p_65l_ld 65q_65k_n6 65r_65l_n6 65s_qh_lv
        65t_qh_lw 65u_65s_lc 65v_65t_lc 65w_65s_ld 65x_65t_ld 65y_65s_n6 65z_65t_n6 660_pl_lv 661_pl_lw 662_660_lc
        663_661_lc 664_660_ld 665_661_ld 666_660_n6 667_661_n6 668_qn_lv 669_qn_lw 66a_668_lc 66b_669_lc 66c_668_ld
        66d_669_ld 66g_pr_lv 66h_pr_lw 66i_66g_lc 66j_66h_lc 66k_66g_ld 66l_66h_ld 66o_qt_lv 66p_qt_lw 66q_66o_lc
        66r_66p_lc 66s_66o_ld 66t_66p_ld 66u_66o_n6 66v_66p_n6 66x_px_lw 66z_66x_lc 671_66x_ld 673_66x_n6 674_qx_lv
        675_qx_lw 676_674_lc 677_675_lc 678_674_ld 679_675_ld 67a_674_n6 67b_675_n6 67c_q1_lv 67d_q1_lw 67e_67c_lc
        67f_67d_lc 67g_67c_ld 67h_67d_ld 67i_67c_n6 67j_67d_n6 67k_q9_lc 67m_qd_lc 67o_qf_lc 67q_qh_lc 67s_qn_lc
        67u_qt_lc 67w_qx_lc 680_64g_n9 681_64h_n9 682_64i_n9 683_64j_n9 684_64k_n9 685_64l_n9 686_64m_n9 687_64n_n9
        688_64o_n9 689_64p_n9 68a_64q_n9 68b_64r_n9 68c_64s_n9 68d_64t_n9 68e_64u_n9 68f_64v_n9 68g_65c_n9 68h_65d_n9
        68i_65e_n9 68j_65f_n9 68k_65g_n9 68l_65h_n9 68m_65i_n9 68n_65j_n9 68o_65k_n9 68p_65l_n9 68q_65m_n9 68r_65n_n9
        68s_65o_n9 68t_65p_n9 68u_65q_n9 68v_65r_n9 68w_674_n9 68x_675_n9 68y_676_n9 68z_677_n9 690_678_n9 691_679_n9
        692_67a_n9 693_67b_n9 694_67c_n9 695_67d_n9 696_67e_n9 697_67f_n9 698_67g_n9 699_67h_n9 69a_67i_n9 69b_67j_n9
        69c_q9_li 69d_q9_lg 69e_67k_n9 69f_q9_n9 69g_q4_n9 69i_q9_n6 69j_69i_n9 69k_pd_li 69l_pd_lg 69m_pd_lc 69o_pd_n9
        69t_4o_n6 69u_67o_n9 69v_qf_n9 69w_q6_n9 69y_qf_n6 69z_69y_n9 6a0_ph_lc 6a2_pj_lc 6a4_pj_n9 6a5_69r_lc
        6a6_69r_ld 6a7_69r_n6 6a8_qh_li 6a9_qh_lg 6aa_qy_lc 6ae_qh_n6 6af_qy_n6 6ag_pl_li 6ah_pl_lg 6ai_pl_lc 6al_6bi_lc
        6am_6bi_ld 6an_6bi_n6 6ao_qt_li 6ap_qt_lg 6aq_qz_lc 6as_qp_lv 6at_qp_lw 6au_qt_n6 6av_qz_n6 6aw_px_li 6ax_px_lg
        6ay_px_lc 6b0_pt_lw 6b1_4o_lc 6b6_67w_n9 6b7_qx_n9 6b8_r2_n9 6ba_qx_n6 6bb_6ba_n9 6bc_pr_lc 6be_q1_lc 6bg_q1_n9
        6my_6mo_mw 6mz_6mq_mw 6ni_6ms_mw 6od_6og_mw 6oe_6ok_mw 6of_6oi_mw 6pw_6pv_mw 6q1_6q0_mw 6q4_6q3_mw 6qs_6qr_mw
        6qu_6qt_mw 6rl_6rg_mw 6ro_6rn_mw 6rr_6rp_mw 6rt_6rs_mw 6sg_1p_mw 6si_6sh_mw 6st_6rx_mw 6su_1o_mw 6sv_1q_mw
        6sw_6sk_mw 6sx_6sl_mw 6t0_6sy_mw 6t1_6sz_mw 6t4_6t2_mw 6t5_6t3_mw 6tc_6t6_mw 6td_6t7_mw 6tg_6te_mw 6th_6tf_mw
        6tk_6ti_mw 6tl_6tj_mw 6uk_6ua_mw 6ul_6ug_mw 6um_6uh_mw 6un_6uj_mw 6w0_6t8_mw 6w1_6t9_mw 6w2_6tt_mw 6w3_6tu_mw
        6wa_6uq_mw 6wb_6ur_mw 6wc_6us_mw 6wd_6ut_mw 9jg_9jf_9ll 9ji_9jh_9ll 9jk_9jj_9ll 9jm_9jl_9ll 9jo_9jn_9ll
        9jq_9jp_9ll 9js_9jr_9ll 9ju_9jt_9ll 9jw_9jv_9ll 9jy_9jx_9ll 9k0_9jz_9ll 9k2_9k1_9ll 9k5_9k4_9ll 9k7_9k6_9ll
        9k9_9k8_9ll 9kg_9kf_9ll 9kh_9kf_9lm 9kj_9ki_9ll 9kk_9ki_9lm 9km_9kl_9ll 9kn_9kl_9lm 9kp_9ko_9ll 9kq_9ko_9lm
        9ks_9kr_9ll 9kt_9kr_9lm 9lg_9ja_9ll 9lq_9lp_9ll 9m4_9m3_9ll 9m6_9m5_9ll 9m8_9m7_9ll 9ma_9m9_9ll 9mc_9mb_9ll
        9me_9md_9ll 9mg_9mf_9ll 9mi_9mh_9ll 9mk_9mj_9ll 9mm_9ml_9ll 9mo_9mn_9ll 9mq_9mp_9ll 9mt_9ms_9ll 9mv_9mu_9ll
        9mx_9mw_9ll 9n4_9n3_9ll 9n5_9n3_9lm 9n7_9n6_9ll 9n8_9n6_9lm 9na_9n9_9ll 9nb_9n9_9lm 9nd_9nc_9ll 9ne_9nc_9lm
        9ng_9nf_9ll 9nh_9nf_9lm 9o4_9ly_9ll 9o7_9nz_9ll 9o8_9o0_9ll 9o9_9o1_9ll 9oa_9o2_9ll 9oe_9od_9ll 1fpl_1fpu_lj
        1fqc_1fq2_lj 1hui_1huh_1hve 1huk_1huj_1hve 1huz_1hut_1hve 1hym_1hyp_1hyf 1hyn_1hyq_1hyf 1idn_1idj_1ida
        1ido_1idj_1idz 1if7_1if6_1ih5 1if9_1if8_1igr 1ifi_1iff_1igy 1ifl_1ifk_1ih5 1ih1_1igy_1igy 1ih3_1igy_1igo
        1ih4_1igy_1ih5 1inv_1int_1inu 1inw_1int_1ink 1iny_1int_1inx 1iuy_1iuw_1iun 1iuz_1iux_1iun 1jjs_1jjp_1jjk
        1xr5_1xr2_1xr2 1xr6_1xr2_1xrd 1xr7_1xr2_1xr3 1xr8_1xrd_1xr3 1xr9_1xr2_1xr4 1xra_1xr5_1xr3 1xrb_1xr6_1xr3
        1xrc_1xr5_1xr4 206g_206f_206f 206h_206b_206f 206i_206h_206f
        """
}
